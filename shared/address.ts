/** An address as it is compared: hex is the same in either case (EIP-55 only adds a checksum), all else is exact. */
export const canonicalAddress = (address: string): string =>
  /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address
