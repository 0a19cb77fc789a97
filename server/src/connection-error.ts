/** A failed connection to another server: a sentence for users, and the raw response or system error for administrators. */
export type ConnectionProblem = { message: string; details: string | null }

type Sentence = (host: string) => string

/** Matched against Node.js error codes, library codes and OpenSSL messages. The first match wins. */
const sentences: readonly [RegExp, Sentence][] = [
  [/EAI_AGAIN/, (host) => `The name ${host} can’t be looked up right now`],
  [/ENOTFOUND|EDNS|ENODATA/, (host) => `No server with the name ${host} can be found. Check the spelling`],
  [/ECONNREFUSED/, (host) => `${host} doesn’t accept connections on this port. Check the port`],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, (host) => `${host} can’t be reached from this server’s network`],
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT|self-signed certificate$/,
    (host) => `The certificate of ${host} is self-signed, so it can’t be verified`,
  ],
  [
    /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED|INVALID_CA/,
    (host) => `The certificate of ${host} comes from an authority that isn’t trusted here`,
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/, (host) => `The certificate of ${host} has expired`],
  [/CERT_NOT_YET_VALID/, (host) => `The certificate of ${host} isn’t valid yet. Check this server’s clock`],
  [/CERT_REVOKED/, (host) => `The certificate of ${host} has been revoked`],
  [/ALTNAME_INVALID/, (host) => `The certificate of ${host} is for another name`],
  [
    /wrong version number|WRONG_VERSION_NUMBER|packet length too long|record layer failure/i,
    (host) => `${host} doesn’t use TLS on this port. Try STARTTLS, or no encryption`,
  ],
  [
    /unsupported protocol|UNSUPPORTED_PROTOCOL|alert protocol version|no protocols available/i,
    (host) => `${host} only supports outdated encryption`,
  ],
  [
    /handshake failure|HANDSHAKE_FAILURE|no shared cipher|(?:dh|ee) key too small|unsafe legacy/i,
    (host) => `No secure connection to ${host} could be agreed on`,
  ],
  [
    /ETLS|NoSTARTTLS|does not support STARTTLS/i,
    (host) => `${host} doesn’t offer STARTTLS on this port. Try TLS, another port, or no encryption`,
  ],
  [
    /Greeting never received|GREETING_TIMEOUT|GreetingTimeout/i,
    (host) => `${host} accepted the connection, but didn’t say hello. If the port expects TLS, choose TLS`,
  ],
  [
    /ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_TIMEOUT|\btimeout\b|timed out|did not answer within/i,
    (host) => `${host} didn’t answer in time`,
  ],
  [/ENOAUTH/, (host) => `${host} doesn’t offer the kind of sign-in that is set up`],
  [
    /ECONNRESET|ECONNABORTED|EPIPE|closed|disconnected|NoConnection|socket hang up/i,
    (host) => `${host} closed the connection`,
  ],
  [/EPROTO|ERR_SSL|ERR_TLS|\bSSL\b/, (host) => `No secure connection to ${host} could be set up`],
]

/** Describes an error of a connection to `host`. Unknown errors get a generic sentence. */
export function explainConnectionError(error: unknown, host: string): ConnectionProblem {
  const { code, message, response, responseText } = error as {
    code?: unknown
    message?: string
    response?: unknown
    responseText?: string
  }
  const reply = responseText ?? (typeof response === 'string' ? response : undefined) ?? message ?? ''
  const details = [typeof code === 'string' && !reply.includes(code) ? code : '', toSingleLine(reply)]
    .filter(Boolean)
    .join(': ')
  const searchable = `${typeof code === 'string' ? code : ''} ${reply} ${message ?? ''}`.trim()
  const [, sentence] = sentences.find(([pattern]) => pattern.test(searchable)) ?? []
  return { message: sentence?.(host) ?? `The connection to ${host} failed`, details: details || null }
}

export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)
