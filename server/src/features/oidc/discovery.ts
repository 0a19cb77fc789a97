import { issuerRefusal } from '@parley/contract/auth/oidc'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { outboundFetch } from '../../http/outbound/fetch-adapter.ts'
import {
  explainRefusalToAdmin,
  type NetworkAccess,
  OutboundRefusal,
} from '../../http/outbound/fetch-outbound.ts'

export type OidcClient = { provider_url: string; client_id: string; client_secret: string }

/** Loaded when someone signs in or sets up a provider; no other node needs it. */
export const loadOpenidClient = () => import('openid-client')

const timeout_s = 10
/** A discovery document is about 5 kB, a key set about 20 kB. */
const maxResponseBytes = 1024 * 1024

/** Reads the provider's discovery document. Throws errors that `describeOidcError` can describe. */
export async function discover(
  { provider_url, client_id, client_secret }: OidcClient,
  network: NetworkAccess,
): Promise<Configuration> {
  const { discovery, customFetch, allowInsecureRequests, ClientSecretBasic, ClientSecretPost, None } =
    await loadOpenidClient()
  // The default for providers that declare nothing is Basic (RFC 8414, section 2).
  const authentication: ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? ClientSecretPost(client_secret)
      : ClientSecretBasic(client_secret))(server, ...rest)
  const url = new URL(provider_url)
  return discovery(url, client_id, undefined, client_secret ? authentication : None(), {
    timeout: timeout_s,
    [customFetch]: createRestrictedFetch(network),
    // issuerRefusal allows plain http on this machine only.
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
  })
}

/** URLs in the document follow the same rules as the provider's own; no redirects, bounded responses. */
const createRestrictedFetch = (network: NetworkAccess): CustomFetch => {
  const send = outboundFetch(network)
  return async (address, options) => {
    const refusal = issuerRefusal(withoutQuery(address))
    if (refusal)
      throw new Error(`The provider’s discovery document contains the address ${address}. ${refusal}`)
    if (blockedPorts.has(new URL(address).port)) throw new Error(badPortMessage)
    // The library's option types are slightly wider than fetch's.
    const answer = await send(address, options as RequestInit)
    const hasNoBody = [101, 204, 205, 304].includes(answer.status)
    return new Response(hasNoBody ? null : await readLimited(answer), answer)
  }
}

const badPortMessage = 'bad port'
/** Mail, file and shell servers, which could interpret an HTTP request as commands: from the list of the Fetch standard. */
const blockedPorts = new Set(
  '21 22 23 25 53 69 110 111 119 135 137 139 143 161 179 389 445 465 512 513 514 515 543 544 548 554 563 587 601 636 873 989 990 993 995 2049 3659 4190 5060 5061 6000 6566 6697'.split(
    ' ',
  ),
)

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '')

async function readLimited(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) throw new Error('The provider’s response is larger than 1 MB')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Describes a failure between us and the provider, with the provider's own message if it sent one. */
export function describeOidcError(error: unknown): string {
  const causes = causesOf(error)
  const refusal = causes.find((cause) => cause instanceof OutboundRefusal)
  if (refusal instanceof OutboundRefusal) return explainRefusalToAdmin(refusal, 'PARLEY_OIDC_ALLOW')
  const answer = causes.find((cause) => cause instanceof Response)
  if (answer instanceof Response)
    return answer.ok
      ? 'The server’s response isn’t a discovery document'
      : `The server responded with "${answer.status} ${answer.statusText}" instead of a discovery document`
  const providerMessage = causes
    .map((cause) => textProperty(cause, 'error_description') || textProperty(cause, 'error'))
    .find(Boolean)
  if (providerMessage) return `The provider said: ${providerMessage}`
  const codes = causes.map((cause) => textProperty(cause, 'code'))
  const lastMessage = causes.map((cause) => textProperty(cause, 'message')).findLast(Boolean) ?? ''
  const [, sentence] =
    sentences.find(([pattern]) => [...codes, lastMessage].some((one) => pattern.test(one))) ?? []
  return sentence
    ? lastMessage
      ? `${sentence} (${lastMessage})`
      : sentence
    : lastMessage || 'It failed without a reason'
}

const sentences: [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'No server with this name was found'],
  [/^bad port$/, 'This port belongs to another protocol. Use the provider’s port'],
  [/ECONNREFUSED/, 'The server isn’t responding on this port'],
  [
    /OAUTH_TIMEOUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/,
    `The server didn’t respond within ${timeout_s} seconds`,
  ],
  [/CERT|SELF_SIGNED|ALTNAME/, 'The server’s certificate isn’t valid'],
  [/OAUTH_PARSE_ERROR|is not valid JSON/, 'The server’s response isn’t a discovery document'],
  [
    /OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED/,
    'The discovery document names a different issuer. Enter the issuer exactly as it’s written there',
  ],
]

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let one = error; one && causes.length < 10; one = (one as { cause?: unknown }).cause) causes.push(one)
  return causes
}

function textProperty(source: unknown, key: string): string {
  const value =
    typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[key] : undefined
  return typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 500)
    : ''
}
