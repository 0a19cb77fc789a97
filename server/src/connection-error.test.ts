import { expect, test } from 'vitest'
import { explainConnectionError } from './connection-error.ts'

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code })

test.each([
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND mail.test', /No server with the name mail\.test/],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN mail.test', /can’t be looked up right now/],
  ['EDNS', 'getaddrinfo ENOTFOUND mail.test', /No server with the name/],
  ['ESOCKET', 'connect ECONNREFUSED 10.0.0.7:25', /doesn’t accept connections on this port/],
  ['ETIMEDOUT', 'Connection timeout', /didn’t answer in time/],
  ['ESOCKET', 'connect EHOSTUNREACH 10.0.0.7:25', /can’t be reached from this server’s network/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /has expired/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /self-signed/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', /isn’t trusted here/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", /for another name/],
  [
    'ESOCKET',
    '0068D8DD0F7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl3_record.c:354:',
    /doesn’t use TLS on this port/,
  ],
  ['EPROTO', 'ssl/tls alert handshake failure', /No secure connection to mail\.test could be agreed on/],
  ['ETLS', 'Error upgrading connection with STARTTLS', /doesn’t offer STARTTLS/],
  ['ECONNRESET', 'read ECONNRESET', /closed the connection/],
  ['EWHATEVER', 'bad things', /The connection to mail\.test failed/],
])('%s: %s', (code, raw, sentence) => {
  const { message, details } = explainConnectionError(failed(raw, code), 'mail.test')
  expect(message).toMatch(sentence)
  // Technical terms and addresses appear only under "Details".
  expect(message).not.toMatch(/E[A-Z]{4,}|10\.0\.0\.7|SSL routines|:25/)
  expect(details).toContain(raw.slice(0, 20))
})

test('the server’s own response is in the details, on one line', () => {
  const error = Object.assign(failed('Error upgrading', 'ETLS'), {
    response: '500 Error:\r\n command not recognized',
  })
  expect(explainConnectionError(error, 'mail.test').details).toBe('ETLS: 500 Error: command not recognized')
})
