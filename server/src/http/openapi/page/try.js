// A form that sends a call to this server and shows the response.
import { element, text } from './schema.js'

/** `readKey` returns "key:secret", or "" to use the session of this browser. */
export function tryForm(operation, { method, path }, readKey) {
  const fields = (operation.parameters ?? []).map((parameter) => ({ parameter, input: inputFor(parameter) }))
  const body = bodyField(operation)
  const answer = element('div', { class: 'sent', 'aria-live': 'polite' })
  const button = text('button', 'Send request')
  const form = element('form', {}, [
    ...fields.map(({ parameter, input }) =>
      element('label', {}, [
        text('span', `${parameter.name}${parameter.required ? '' : ' (optional)'}`),
        input,
      ]),
    ),
    ...(body ? [element('label', {}, [text('span', 'Body'), body.input])] : []),
    ...(method === 'get'
      ? []
      : [text('p', 'This changes data of the workspace, and needs an API key.', 'quiet')]),
    button,
    answer,
  ])
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    try {
      await send(requestOf({ method, path, fields, body, key: readKey() }), answer)
    } catch (error) {
      answer.replaceChildren(text('p', `No answer: ${error.message}`, 'bad'))
    } finally {
      button.disabled = false
    }
  })
  return element('details', { class: 'try' }, [text('summary', 'Try it'), form])
}

function inputFor({ name, required, schema = {} }) {
  if (schema.enum) {
    const choices = required ? schema.enum : ['', ...schema.enum]
    return element(
      'select',
      { name },
      choices.map((choice) => text('option', choice)),
    )
  }
  return element('input', {
    name,
    autocomplete: 'off',
    spellcheck: 'false',
    ...(required && { required: '' }),
  })
}

/** The input of the body: text for JSON, a file for a form. */
function bodyField({ requestBody }) {
  const json = requestBody?.content['application/json']
  if (json) {
    const input = element('textarea', { name: 'body', rows: '8', spellcheck: 'false' })
    input.value = JSON.stringify(json.example, null, 2)
    return { input, value: () => input.value, type: 'application/json' }
  }
  if (!requestBody) return null
  const input = element('input', { type: 'file', name: 'files' })
  const value = () => {
    const form = new FormData()
    if (input.files[0]) form.append('files', input.files[0])
    return form
  }
  return { input, value }
}

function requestOf({ method, path, fields, body, key }) {
  const filled = fields.filter(({ input }) => input.value !== '')
  const valuesIn = (place) =>
    filled
      .filter(({ parameter }) => parameter.in === place)
      .map(({ parameter, input }) => [parameter.name, input.value])
  const inPath = new Map(valuesIn('path'))
  const query = new URLSearchParams(valuesIn('query')).toString()
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  return {
    url: query ? `${address}?${query}` : address,
    options: {
      method: method.toUpperCase(),
      credentials: key ? 'omit' : 'same-origin',
      headers: {
        ...Object.fromEntries(valuesIn('header')),
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body?.type && { 'content-type': body.type }),
      },
      ...(body && { body: body.value() }),
    },
  }
}

const mostShown = 200_000

async function send({ url, options }, place) {
  const from = performance.now()
  const reply = await fetch(url, options)
  const received = await reply.text()
  const took = Math.round(performance.now() - from)
  const status = text('p', `${reply.status} in ${took} ms`, reply.ok ? 'status good' : 'status')
  const shown = text('code', pretty(received).slice(0, mostShown))
  place.replaceChildren(status, element('pre', { tabindex: '0' }, [shown]))
}

function pretty(received) {
  try {
    return JSON.stringify(JSON.parse(received), null, 2)
  } catch {
    return received
  }
}
