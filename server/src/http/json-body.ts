import type { FastifyInstance } from 'fastify'

/** Deeper than anything that a client has to say. Code that walks a value by calling itself would run out of stack far beyond it. */
const deepest = 64

/** Reads JSON bodies. Old clients send a JSON content type with an empty body on PUT and DELETE. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    if (depthOf(text) > deepest) return done(unreadable(`The body nests more than ${deepest} deep`))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(unreadable('The body is not valid JSON'))
    }
  })
}

const unreadable = (message: string) => Object.assign(new Error(message), { statusCode: 400 })

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0))
const opening = new Set(['[', '{'].map((character) => character.charCodeAt(0)))
const closing = new Set([']', '}'].map((character) => character.charCodeAt(0)))

/** How deep brackets nest outside of strings. Right for valid JSON; what is not is refused anyway. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inString = !inString
    else if (inString && code === backslash) at++
    else if (!inString && opening.has(code)) most = Math.max(most, ++depth)
    else if (!inString && closing.has(code)) depth--
  }
  return most
}
