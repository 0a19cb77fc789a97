import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../pages/escape-html.ts'

type Operation = { operationId: string; summary: string; tags: string[] }
type Document = {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
}
type Row = { id: string; tag: string; method: string; path: string; summary: string }

/**
 * The API reference at /api/docs, with a form to try calls. The HTML has a row for every call, so that deep links and the browser's
 * search work immediately; details are rendered when a row is opened. Loads nothing from other origins.
 */
export async function registerDocsPage(app: FastifyInstance): Promise<void> {
  const readPart = (name: string) => readFile(new URL(`page/${name}`, import.meta.url), 'utf8')
  const files = {
    'page.css': 'text/css',
    'page.js': 'text/javascript',
    'schema.js': 'text/javascript',
    'try.js': 'text/javascript',
  }
  let page: string | undefined
  for (const path of ['/api/docs', '/api/docs/'])
    app.get(path, async (_request, reply) => {
      page ??= renderPage(app.swagger() as unknown as Document) // the plugin's type covers every version of OpenAPI
      return reply.type('text/html; charset=utf-8').send(page)
    })
  for (const [name, type] of Object.entries(files)) {
    const text = await readPart(name)
    app.get(`/api/docs/${name}`, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text))
  }
}

function renderPage({ info, tags, paths, webhooks }: Document): string {
  const calls: Row[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          operationId,
          summary,
          tags: [tag = ''],
        },
      ]) => ({
        ...{ id: `operations-${tag}-${operationId}`, tag, method, path, summary },
      }),
    ),
  )
  const events: Row[] = Object.entries(webhooks).map(([event, { post }]) => ({
    ...{
      id: `operations-events-${post.operationId}`,
      tag: 'events',
      method: 'event',
      path: event,
      summary: post.summary,
    },
  }))
  const groups = [
    ...tags.map((tag) => ({ ...tag, rows: calls.filter((row) => row.tag === tag.name) })),
    { name: 'events', description: 'Events that Parley sends to webhooks.', rows: events },
  ]
  const links = groups.map(({ name }) => `<li><a href="#/${name}">${groupTitle(name)}</a></li>`)
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/page.css">
<script type="module" src="/api/docs/page.js"></script></head><body>
<a class="skip" href="#calls">Skip to the endpoints</a>
<header><h1>Parley API <small>${escapeHtml(info.version)}</small></h1>
<label class="search"><span class="hidden">Search</span><input type="search" id="search" placeholder="Search ${calls.length} endpoints" autocomplete="off" spellcheck="false"></label>
<form class="key" id="sign-in"><label for="key">API key</label><input type="password" id="key" placeholder="key:secret" autocomplete="off" spellcheck="false"></form></header>
<div class="columns"><nav aria-label="Groups"><ul>${links.join('')}</ul></nav>
<main id="calls"><div class="about">${paragraphs(info.description)}
<p><a href="/api/openapi.json">OpenAPI document</a></p></div>
<p id="nothing" role="status" hidden>No endpoints match. Try a word from the path or the description.</p>
${groups.map(renderSection).join('\n')}</main></div></body></html>`
}

const acronyms = new Set(['ai', 'api', 'csat', 'oidc', 'sla'])

/** "Activity logs" for activity-logs, "API keys" for api-keys. */
function groupTitle(name: string): string {
  const words = name.split('-').map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
  const title = words.join(' ')
  return escapeHtml(title.charAt(0).toUpperCase() + title.slice(1))
}

const renderSection = ({ name, description, rows }: { name: string; description: string; rows: Row[] }) =>
  `<section id="group-${name}" aria-labelledby="title-${name}"><h2 id="title-${name}">${groupTitle(name)}</h2><p>${escapeHtml(description)}</p>${rows.map(renderRow).join('')}</section>`

const renderRow = ({ id, method, path, summary }: Row) =>
  `<details id="${id}" data-method="${method}" data-path="${escapeHtml(path)}"><summary><span class="method ${method}">${method.toUpperCase()}</span><code>${breakable(path)}</code><span class="what">${escapeHtml(summary)}</span></summary><div class="body"></div></details>`

/** Long paths wrap after slashes rather than within words. */
const breakable = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

/** Renders the few Markdown marks that the description uses. */
const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => escapeHtml(paragraph).replaceAll('\n', '<br>'))
    .map((paragraph) =>
      paragraph.replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>'),
    )
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')
