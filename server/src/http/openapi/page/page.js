// The API reference page: opens the call in the URL, renders a call's details when its row is opened, and filters rows.
import { element, schemaView, text } from './schema.js'
import { tryForm } from './try.js'

const key = document.querySelector('#key')
const search = document.querySelector('#search')
const rows = [...document.querySelectorAll('main details')]
const sections = [...document.querySelectorAll('main section')]

let loading
/** Loads the OpenAPI document; retried after a failure. */
const loadDocument = () => {
  loading ??= fetch('/api/openapi.json')
    .then((reply) => {
      if (!reply.ok) throw new Error(`The description could not be loaded (${reply.status})`)
      return reply.json()
    })
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

for (const row of rows)
  row.addEventListener('toggle', () => {
    if (!row.open) return
    history.replaceState(null, '', addressOf(row))
    if (!row.dataset.drawn) draw(row)
  })

async function draw(row) {
  const body = row.querySelector('.body')
  row.dataset.drawn = 'yes'
  body.replaceChildren(text('p', 'Loading…', 'quiet'))
  try {
    const openapi = await loadDocument()
    const { method, path } = row.dataset
    const operation = method === 'event' ? openapi.webhooks[path].post : openapi.paths[path][method]
    body.replaceChildren(...operationView(openapi, operation, { method, path }))
  } catch (error) {
    delete row.dataset.drawn
    body.replaceChildren(text('p', `${error.message}. Close this and open it again to retry.`, 'bad'))
  }
}

function operationView(openapi, operation, { method, path }) {
  const parameters = operation.parameters ?? []
  return [
    text('p', operation.description.replaceAll('`', '')),
    ...(parameters.length > 0
      ? [text('h3', method === 'event' ? 'Headers' : 'Parameters'), parameterList(openapi, parameters)]
      : []),
    ...(operation.requestBody ? [text('h3', 'Body'), mediaView(openapi, operation.requestBody.content)] : []),
    ...(method === 'event' ? [] : [tryForm(operation, { method, path }, () => key.value.trim())]),
    text('h3', 'Answers'),
    ...Object.entries(operation.responses).map(([status, answer]) => answerView(openapi, status, answer)),
  ]
}

const parameterList = (openapi, parameters) =>
  element(
    'ul',
    { class: 'fields' },
    parameters.map((one) =>
      element('li', {}, [
        text('code', one.name),
        text('span', one.in, 'quiet'),
        ...(one.required ? [text('span', 'required', 'quiet')] : []),
        schemaView(openapi, one.schema),
        text('p', (one.description ?? '').replaceAll('`', '')),
      ]),
    ),
  )

/** A media type with an example to copy, and its schema. */
function mediaView(openapi, content = {}) {
  const parts = Object.entries(content).flatMap(([type, { schema, example }]) => [
    text('p', type, 'quiet'),
    ...(example === undefined
      ? []
      : [element('pre', { tabindex: '0' }, [text('code', JSON.stringify(example, null, 2))])]),
    ...(schema ? [schemaView(openapi, schema)] : []),
  ])
  return element('div', {}, parts)
}

function answerView(openapi, status, answer) {
  const { description, content } = answer.$ref
    ? openapi.components.responses[answer.$ref.split('/').at(-1)]
    : answer
  const summary = element('summary', {}, [
    text('span', status, status.startsWith('2') ? 'status good' : 'status'),
    text('span', description.replaceAll('`', '')),
  ])
  const details = element('details', { class: 'answer' }, [summary])
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(mediaView(openapi, content))
  })
  if (status === '200') details.open = true
  return details
}

search.addEventListener('input', filter)
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const row of rows) {
    const { id, dataset } = row
    const searchable =
      `${id} ${dataset.method} ${dataset.path} ${row.querySelector('.what').textContent}`.toLowerCase()
    row.hidden = !words.every((word) => searchable.includes(word))
  }
  for (const section of sections) section.hidden = !section.querySelector('details[data-path]:not([hidden])')
  document.querySelector('#nothing').hidden = rows.some((row) => !row.hidden)
}

/**
 * #/tags/createTag for the row operations-tags-createTag. No element has the former as its id, because the browser would then move
 * the focus away.
 */
const addressOf = ({ id }) => `#/${id.split('-').slice(1, -1).join('-')}/${id.split('-').at(-1)}`

/** The element in the URL: a call, or a group for #/tags. */
function findNamed() {
  const [, group, call] = decodeURIComponent(location.hash).split('/')
  return group ? document.getElementById(call ? `operations-${group}-${call}` : `group-${group}`) : null
}

/** Opens, shows and focuses the element in the URL. */
function follow() {
  const target = findNamed()
  if (!target) return
  if (search.value) {
    search.value = ''
    filter()
  }
  if (target.matches('section')) return target.scrollIntoView()
  target.open = true
  // Content above is laid out only when it comes into view, so scroll again to settle the position.
  target.scrollIntoView()
  target.querySelector('summary').focus({ preventScroll: true })
  requestAnimationFrame(() => target.scrollIntoView())
}
document.querySelector('#sign-in').addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', follow)
follow()
