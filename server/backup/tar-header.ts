/** One entry of a POSIX tar (ustar): what its 512-byte header says. */
export type TarEntry = { readonly name: string; readonly size: number }

export const blockSize = 512
/** What the octal digits of a size can say; beyond that GNU's base-256 form is written. */
const largestOctal = 0o77777777777
const checksumAt = { start: 148, end: 156 }

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The bytes after an entry that fill up its last block. */
export const paddingOf = (size: number): number => (blockSize - (size % blockSize)) % blockSize

export function tarHeader({ name, size }: TarEntry, modifiedAt: number): Buffer {
  const header = Buffer.alloc(blockSize)
  header.write(name, 0, 100, 'latin1')
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  writeSize(header, size)
  header.write(octal(Math.floor(modifiedAt / 1000), 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksumOf(header), 7)} `, checksumAt.start)
  return header
}

function writeSize(header: Buffer, size: number): void {
  if (size <= largestOctal) return void header.write(octal(size, 12), 124)
  header.writeUInt8(0x80, 124)
  header.writeBigUInt64BE(BigInt(size), 128)
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
const checksumOf = (header: Buffer) =>
  header.reduce((sum, byte, at) => sum + (at >= checksumAt.start && at < checksumAt.end ? 0x20 : byte), 0)

/** null when the block is no sound header of a file. */
export function readTarHeader(header: Buffer): TarEntry | null {
  const text = (start: number, end: number) => header.toString('latin1', start, end).replace(/\0.*$/s, '')
  if (Number.parseInt(text(checksumAt.start, checksumAt.end), 8) !== checksumOf(header)) return null
  const size = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8)
  return text(257, 262) === 'ustar' && Number.isSafeInteger(size) ? { name: text(0, 100), size } : null
}
