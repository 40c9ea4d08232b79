export const generation = {
  newerTitle: 'The server is newer than this console',
  newer:
    'The server uses API version {{server}}, the console {{console}}. All data shown is correct, but newer features are not shown. Update the console to see them.',
  olderTitle: 'The server is older than this console',
  older:
    'The server uses API version {{server}}, the console {{console}}. Features that the server does not support fail with a message. Update the server.',
  otherTitle: 'Console and server are incompatible',
  other:
    'The server uses API version {{server}}, the console {{console}}. Do not rotate keys from here. Use a console that matches the server version.',
} as const
