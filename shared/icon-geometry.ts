/** Beyond it a browser takes seconds for one stroked arc: it draws each curve in as many steps as its size needs. */
const largestNumber = 10_000
/** Icons are drawn at about this size; a smaller one would be magnified, and its numbers with it. */
const smallestSide = 8

const separator = /[\s,]*/y
const command = /[achlmqstvz]/iy
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy
const flag = /[01]/y
const length = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:px|%)?$/
const transforms = /^(?:(?:translate|rotate|scale)\(([-+\d.\s,]*)\)[\s,]*)*$/

const isBounded = (written: string): boolean => Math.abs(Number.parseFloat(written)) <= largestNumber

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Whether path data or points hold nothing but commands and numbers of bounded size. */
export function isBoundedGeometry(text: string): boolean {
  let isArc = false
  let place = 0
  for (let at = matchAt(separator, text, 0).length; at < text.length; ) {
    const letter = matchAt(command, text, at)
    // An arc's fourth and fifth numbers are flags of one digit, which may stand right before the next number.
    const isFlag = isArc && [3, 4].includes(place % 7)
    const written = letter ? '' : matchAt(isFlag ? flag : number, text, at)
    if (!letter && !(written && isBounded(written))) return false
    if (letter) {
      isArc = letter.toLowerCase() === 'a'
      place = 0
    } else place += 1
    at += (letter || written).length
    at += matchAt(separator, text, at).length
  }
  return true
}

/** Whether a coordinate, length or size is a plain number of bounded size, in pixels or percent. */
export const isBoundedLength = (text: string): boolean => length.test(text.trim()) && isBounded(text)

/** Whether width or height of the whole icon is a length that nothing has to be magnified for. */
export const isIconSide = (text: string): boolean =>
  isBoundedLength(text) && (text.endsWith('%') || Number.parseFloat(text) >= smallestSide)

export function isIconViewBox(text: string): boolean {
  const sides = text.trim().split(/[\s,]+/)
  return sides.length === 4 && sides.slice(0, 2).every(isBoundedLength) && sides.slice(2).every(isIconSide)
}

/** Whether a transformation moves, turns or shrinks only. */
export function isBoundedTransform(text: string): boolean {
  const isShrinking = [...text.matchAll(/scale\(([^)]*)\)/g)].every(([, factors = '']) =>
    factors.split(/[\s,]+/).every((factor) => Math.abs(Number(factor)) <= 1),
  )
  return transforms.test(text.trim()) && isBoundedGeometry(text.replace(/[a-z()]+/gi, ' ')) && isShrinking
}
