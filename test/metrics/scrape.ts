/** The samples of one scrape, by name and labels as they are written: `name{label="value"}`. */
export type Samples = {
  /** 0 where there is none. */
  value(series: string): number
  /** Names of metrics with a sample, as a query would write them. */
  readonly names: ReadonlySet<string>
  readonly text: string
}

/** Reads what a server serves at `/metrics`. */
export async function scrape(url: string): Promise<Samples> {
  const answer = await fetch(url)
  if (answer.status !== 200) throw new Error(`the scrape was answered ${answer.status}`)
  const text = await answer.text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const samples = new Map(lines.map((line) => line.split(/ (?=[^ ]+$)/) as [string, string]))
  return {
    value: (series) => Number(samples.get(series) ?? 0),
    names: new Set([...samples.keys()].map((series) => series.replace(/\{.*/, ''))),
    text,
  }
}
