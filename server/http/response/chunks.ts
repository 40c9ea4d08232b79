/** Bytes in chunks that are made when they are asked for; the last one is what is returned. */
export type Chunks = Generator<Buffer, Buffer>

/** Makes them all at once. */
export function inOne(chunks: Chunks): Buffer {
  const made: Buffer[] = []
  let next = chunks.next()
  for (; !next.done; next = chunks.next()) made.push(next.value)
  return made.length ? Buffer.concat([...made, next.value]) : next.value
}
