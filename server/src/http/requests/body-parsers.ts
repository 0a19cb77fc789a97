import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Deeper than any valid request. Far deeper values would overflow the stack in recursive code. */
const maxDepth = 64

/**
 * Parses JSON, and forms for clients that send those (docs/spec/wire.md#requests); other bodies are rejected with 415. A content type without
 * a body is ignored: older clients send one on PUT and DELETE.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ headers }) => {
    const {
      'content-type': type,
      'content-length': length = '0',
      'transfer-encoding': transferEncoding,
    } = headers
    if (type && length === '0' && !transferEncoding && !type.startsWith('multipart/'))
      delete headers['content-type']
  })
  app.addContentTypeParser(/^[^;]*json/i, { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    if (depthOf(text) > maxDepth)
      return done(badRequest(`The body is nested more than ${maxDepth} levels deep`))
    try {
      const value = JSON.parse(text)
      if (surrogateEscape.test(text) && !isWellFormed(value))
        return done(badRequest('The body contains half of a character: an unpaired surrogate'))
      done(null, value)
    } catch {
      done(badRequest('The body isn’t valid JSON'))
    }
  })
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded/i,
    { parseAs: 'string' },
    (request, body, done) => {
      if (!acceptsForms(request)) return done(Object.assign(new Error('Send JSON'), { statusCode: 415 }))
      const form = Object.fromEntries(new URLSearchParams(String(body)))
      formBodies.add(form)
      done(null, form)
    },
  )
}

const formBodies = new WeakSet<object>()

/** Whether a body came as a form, in which every value is a string. */
export const isForm = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && formBodies.has(body)

/** On public endpoints, a form on another site could sign a visitor in to an unknown account. */
const acceptsForms = ({ routeOptions }: FastifyRequest) => {
  const access = routeOptions.config.endpoint?.access
  return access !== undefined && access !== 'public'
}

const badRequest = (message: string) => Object.assign(new Error(message), { statusCode: 400 })

const surrogateEscape = /\\ud[89a-f]/i

/** Whether every string in a JSON value is. PostgreSQL's text would silently get a replacement character. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner))
}

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0))
const opening = new Set(['[', '{'].map((character) => character.charCodeAt(0)))
const closing = new Set([']', '}'].map((character) => character.charCodeAt(0)))

/** Nesting depth of brackets outside strings. Correct for valid JSON; anything else is rejected later. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) inString = !inString
    else if (inString && code === backslash) index++
    else if (!inString && opening.has(code)) deepest = Math.max(deepest, ++depth)
    else if (!inString && closing.has(code)) depth--
  }
  return deepest
}
