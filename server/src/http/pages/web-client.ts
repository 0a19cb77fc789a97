import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCsrfCookie } from '../../features/auth/sessions/session.ts'

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

/** The single page and who may open it (api-contract 2.7): signed-out readers go to the sign-in page and come back afterwards. */
export async function registerWebClient(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: new URL('assets/', dist).pathname,
    prefix: '/assets/',
    // Names carry a hash of the content.
    immutable: true,
    maxAge: '365d',
    // The build lays .br and .gz beside each file.
    preCompressed: true,
    logLevel: 'warn',
  })
  // Files that are named without a hash, such as the icon: asked for anew each time.
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
  // Whatever else somebody types: the desk, or the sign-in page on the way to it.
  app.get('/*', async (request, reply) => {
    if (!isPageNavigation(request)) return reply.callNotFound()
    return reply.redirect(isSignedIn(request) ? '/inboxes/assigned' : '/')
  })
}

// Who still has to set up a second factor is led there by the page, which holds nothing of the workspace.
const isSignedIn = ({ actor, owing }: FastifyRequest) => (actor ?? owing) !== null

// Scripts that ask for a path that is not there should hear so; people should land somewhere.
const isPageNavigation = (request: FastifyRequest) =>
  (request.headers.accept ?? '').includes('text/html') &&
  !/^\/(api|assets|uploads|images|static)\//.test(request.url)

async function publicFiles() {
  // Nothing is built while Vite serves the client.
  if (!existsSync(dist)) return []
  const namesIn = async (folder: string) =>
    existsSync(new URL(folder, dist))
      ? (await readdir(new URL(folder, dist), { withFileTypes: true }))
          .filter((entry) => entry.isFile() && entry.name !== 'index.html')
          .map(({ name }) => `${folder}${name}`)
      : []
  return [...(await namesIn('')), ...(await namesIn('images/'))]
}

/** Where to go after signing in: a path of ours, never another site's address. */
export function safeRedirectPath(next: string | undefined): string {
  const isLocal = next && /^\/(?![/\\])[^\s\\]*$/.test(next) && next !== '/'
  // Nobody signs in to be signed out.
  return isLocal && URL.parse(next, 'http://own.invalid')?.pathname !== '/logout' ? next : '/inboxes/assigned'
}

async function sendIndexHtml(request: FastifyRequest, reply: FastifyReply) {
  setCsrfCookie(request, reply)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(await readFile(new URL('index.html', dist)))
}
