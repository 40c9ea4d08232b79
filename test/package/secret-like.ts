import { readFileSync } from 'node:fs'

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{16}/
const operatorToken = /\bsrt_[0-9A-Za-z]{20}/

/** Which of the files hold a private key or an operator token. */
export const filesWithSecrets = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const text = readFileSync(file, 'latin1')
    return privateKey.test(text) || operatorToken.test(text)
  })
