/** Bytes in pieces that are made when they are asked for; the last one is what is returned. */
export type Pieces = Generator<Buffer, Buffer>

/** Makes them all at once. */
export function inOne(pieces: Pieces): Buffer {
  const made: Buffer[] = []
  let next = pieces.next()
  for (; !next.done; next = pieces.next()) made.push(next.value)
  return made.length ? Buffer.concat([...made, next.value]) : next.value
}
