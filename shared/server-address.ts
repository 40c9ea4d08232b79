/** The parts of a parsed URL, which not every process has a class for. */
type Address = Readonly<
  Record<'protocol' | 'hostname' | 'pathname' | 'search' | 'hash' | 'username' | 'password', string>
>

/** Whether a host, as in a URL or without brackets, is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

/** Whether tokens may be sent there: `https:`, or `http:` on this machine; without path, query or credentials. */
export function isServerAddress({ protocol, hostname, pathname, search, hash, username, password }: Address): boolean {
  const isBare = pathname === '/' && !(search || hash || username || password)
  return isBare && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}
