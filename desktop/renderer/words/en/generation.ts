export const generation = {
  newerTitle: 'The server is newer than this console',
  newer:
    'It speaks version {{server}} of the interface, the console {{console}}. All that is shown is right; what is new there is not shown. Update the console to see it.',
  olderTitle: 'The server is older than this console',
  older:
    'It speaks version {{server}} of the interface, the console {{console}}. What it does not know yet fails with a message. Update the server.',
  otherTitle: 'Console and server are of different generations',
  other:
    'The server speaks version {{server}} of the interface, the console {{console}}. Do not rotate keys from here; use a console of the generation of the server.',
} as const
