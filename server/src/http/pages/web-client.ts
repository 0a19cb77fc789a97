import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCsrfCookie } from '../cookies.ts'

const dist = new URL('../../../../web/dist/', import.meta.url)
const publicPages = ['/', '/reset-password', '/set-password']
const clientAreas = [
  'inboxes',
  'teams',
  'views',
  'admin',
  'contacts',
  'reports',
  'account',
  'set-up-second-factor',
]

/** Serves the single-page app (docs/spec/wire.md#pages): signed-out visitors are sent to the sign-in page and return afterwards. */
export async function registerWebClient(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: new URL('assets/', dist).pathname,
    prefix: '/assets/',
    // File names include a content hash.
    immutable: true,
    maxAge: '365d',
    // The build writes .br and .gz files next to each file.
    preCompressed: true,
    logLevel: 'warn',
  })
  // Files without a hash in their name, such as the icon: revalidated every time.
  for (const file of await publicFiles())
    app.get(`/${file}`, (_request, reply) =>
      reply.sendFile(file, dist.pathname, { maxAge: 0, immutable: false }),
    )
  for (const path of publicPages)
    app.get<{ Querystring: { next?: string } }>(path, async (request, reply) =>
      isSignedIn(request)
        ? reply.redirect(safeRedirectPath(request.query.next))
        : sendIndexHtml(request, reply),
    )
  for (const area of clientAreas)
    for (const path of [`/${area}`, `/${area}/*`])
      app.get(path, async (request, reply) =>
        isSignedIn(request)
          ? sendIndexHtml(request, reply)
          : reply.redirect(`/?next=${encodeURIComponent(request.url)}`),
      )
  // Any other URL: the app, or the sign-in page first.
  app.get('/*', async (request, reply) => {
    if (!isPageNavigation(request)) return reply.callNotFound()
    return reply.redirect(isSignedIn(request) ? '/inboxes/assigned' : '/')
  })
}

// The page itself leads agents who still need a second factor to its set-up; it contains no workspace data.
const isSignedIn = ({ actor, pendingActor }: FastifyRequest) => (actor ?? pendingActor) !== null

// Scripts that request a missing path should get an error; people should end up somewhere useful.
const isPageNavigation = (request: FastifyRequest) =>
  (request.headers.accept ?? '').includes('text/html') &&
  !/^\/(api|assets|uploads|images|static)\//.test(request.url)

async function publicFiles() {
  // There is no build while Vite serves the client.
  if (!existsSync(dist)) return []
  const namesIn = async (folder: string) =>
    existsSync(new URL(folder, dist))
      ? (await readdir(new URL(folder, dist), { withFileTypes: true }))
          .filter((entry) => entry.isFile() && entry.name !== 'index.html')
          .map(({ name }) => `${folder}${name}`)
      : []
  return [...(await namesIn('')), ...(await namesIn('images/'))]
}

/** The path to open after signing in: local, never another site's URL. */
export function safeRedirectPath(next: string | undefined): string {
  const isLocal = next && /^\/(?![/\\])[^\s\\]*$/.test(next) && next !== '/'
  // Signing in must not lead to signing out.
  return isLocal && URL.parse(next, 'http://own.invalid')?.pathname !== '/logout' ? next : '/inboxes/assigned'
}

async function sendIndexHtml(request: FastifyRequest, reply: FastifyReply) {
  setCsrfCookie(request, reply)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(await readFile(new URL('index.html', dist)))
}
