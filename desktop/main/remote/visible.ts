/** Text of somebody else's on one short line of plain ASCII. */
export const visible = (text: string, most = 200): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, most)
