/**
 * What is used of keytar, so that types are checked also where it could not be installed. `findCredentials` is left out: on
 * a locked keyring it ends the process.
 */
declare module 'keytar' {
  export type Keytar = {
    getPassword(service: string, account: string): Promise<string | null>
    setPassword(service: string, account: string, password: string): Promise<void>
    deletePassword(service: string, account: string): Promise<boolean>
  }
  const keytar: Keytar
  // biome-ignore lint/style/noDefaultExport: keytar is CommonJS.
  export default keytar
}
