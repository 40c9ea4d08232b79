import { type Chapter, notApplicable } from './answer.ts'

const none = { tests: { 'test/code-safety.test.ts': 'opens a connection or talks to another window' } }
const why = 'There is no WebRTC.'

export const webrtc: Chapter = {
  title: 'WebRTC',
  answers: {
    '17.1.1': notApplicable('TURN reaches no special addresses.', why, none),
    '17.2.1': notApplicable('Manage the key for DTLS.', why, none),
    '17.2.2': notApplicable('Approved suites for DTLS.', why, none),
    '17.2.3': notApplicable('Check SRTP authentication.', why, none),
    '17.2.4': notApplicable('Bear malformed SRTP.', why, none),
    '17.3.1': notApplicable('Signaling bears floods.', why, none),
    '17.3.2': notApplicable('Signaling bears malformed messages.', why, none),
  },
}
