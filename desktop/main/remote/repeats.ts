/** Whether a text is anywhere in plain data, be it in a member's name. */
export function repeats(data: unknown, text: string): boolean {
  if (typeof data === 'string') return data.includes(text)
  if (typeof data !== 'object' || data === null) return false
  return Object.entries(data).some(([name, value]) => name.includes(text) || repeats(value, text))
}
