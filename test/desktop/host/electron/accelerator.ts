const names: Record<string, string> = {
  cmdorctrl: 'control',
  commandorcontrol: 'control',
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
}

/** Whether two accelerators are one: `CmdOrCtrl+Shift+K` and `Shift+Control+k` are. */
export const sameAccelerator = (one: string, other: string): boolean => normal(one) === normal(other)

function normal(accelerator: string): string {
  const keys = accelerator.toLowerCase().split('+')
  return keys
    .map((key) => names[key] ?? key)
    .sort()
    .join('+')
}
