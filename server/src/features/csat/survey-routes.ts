import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { countAttempt } from '../../http/count-attempts.ts'
import { AppError } from '../../http/errors.ts'
import { type PublicPage, publicPagePolicy } from '../../http/pages/public-page.ts'
import { getSystemActor } from '../../identity/system-actor.ts'
import { supportedTimeZone } from '../../time-zone.ts'
import { loadCatalogue } from '../settings/languages.ts'
import { readSettings } from '../settings/settings.ts'
import { answerSurvey, changeableUntil, findSurvey, type SurveyRow, surveyState } from './answer-survey.ts'
import { closedPage, ratingPage, thankYouPage } from './survey-page.ts'

type Deps = { db: Db; act: Act; clock: Clock; root_url: string }

const hour = 3600
const perSurvey = { tries: 20, window_s: hour }
const perAddress = { tries: 60, window_s: hour }

/**
 * The public survey page (docs/spec/wire.md#satisfaction-surveys): always 200, except when rate-limited. It has no session (authenticate.ts skips it), works
 * without scripts, and a GET saves nothing, because link scanners in email systems are not customers.
 */
export async function surveyRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    pages.setErrorHandler(async (error, _request, reply) => {
      const { page } = await readPage(deps)
      if (error instanceof AppError && error.status === 429)
        return sendPage(
          reply.code(429).header('retry-after', `${error.retry_after_s ?? hour}`),
          page,
          closedPage(page, 'too_many'),
        )
      throw error
    })
    pages.get<SurveyRequest>('/csat/:uuid', (request, reply) => showSurvey(deps, request, reply))
    pages.post<SurveyRequest>('/csat/:uuid', (request, reply) => receiveAnswer(deps, request, reply))
  })
}

async function showSurvey(
  deps: Deps,
  { params, query }: FastifyRequest<SurveyRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const survey = await findSurvey(deps.db, params.uuid)
  const { page, time } = await readPage(deps, survey)
  const state = survey && surveyState(survey, deps.clock.now())
  if (!survey || !state) return sendPage(reply, page, closedPage(page, 'unknown'))
  const rating = readRating(query.rating)
  const changes = query.change !== undefined || (rating !== null && rating !== survey.rating)
  if (state === 'open' || (state === 'answered' && changes))
    return sendPage(reply, page, await renderRatingPage(deps, page, survey, { rating, refused: false }))
  if (state === 'expired') return sendPage(reply, page, closedPage(page, 'expired'))
  return sendPage(reply, page, renderThankYouPage(page, survey, state === 'answered' ? time : null))
}

async function receiveAnswer(
  deps: Deps,
  { params, body, ip }: FastifyRequest<SurveyRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = deps.clock.now()
  await countAttempt(deps.db, `csat:address:${ip}`, perAddress, now)
  const survey = await findSurvey(deps.db, params.uuid)
  const { page, time } = await readPage(deps, survey)
  if (!survey) return sendPage(reply, page, closedPage(page, 'unknown'))
  await countAttempt(deps.db, `csat:survey:${survey.id}`, perSurvey, now)
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  const rating = readRating(form.get('rating'))
  const comment = form.get('feedback') ?? ''
  const state = surveyState(survey, now)
  if (rating === null && (state === 'open' || state === 'answered')) {
    const refused = await renderRatingPage(deps, page, survey, { rating, comment, refused: true })
    return sendPage(reply, page, refused)
  }
  const answered = await deps.act(await getSystemActor(deps.db), (tx) =>
    answerSurvey(tx, params.uuid, { rating: rating ?? 1, comment }),
  )
  if (typeof answered === 'string') return sendPage(reply, page, closedPage(page, answered))
  return sendPage(reply, page, renderThankYouPage(page, answered, time))
}

type SurveyRequest = { Params: { uuid: string }; Querystring: { rating?: unknown; change?: unknown } }

const readRating = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-5]$/.test(text) ? Number(text) : null

async function renderRatingPage(
  { db }: Deps,
  page: PublicPage,
  survey: SurveyRow,
  { rating, comment, refused }: { rating: number | null; comment?: string; refused: boolean },
): Promise<string> {
  const { subject, reference_number } = await db
    .selectFrom('conversations')
    .select(['subject', 'reference_number'])
    .where('id', '=', survey.conversation_id)
    .executeTakeFirstOrThrow()
  return ratingPage(page, {
    subject: subject ?? '',
    reference_number,
    rating: rating ?? survey.rating,
    comment: comment ?? survey.comment ?? '',
    refused,
  })
}

function renderThankYouPage(
  page: PublicPage,
  survey: SurveyRow,
  time: ((at: Date) => string) | null,
): string {
  const { rating, comment, answered_at } = survey
  const until = time && answered_at && time(changeableUntil(answered_at))
  return thankYouPage(page, { rating: rating ?? 1, comment, until: until || null })
}

/** The page with the brand of the inbox that sent the survey. */
async function readPage({ db, root_url }: Deps, survey?: SurveyRow) {
  const [settings, brand] = await Promise.all([
    readSettings(db, { root_url, version: '' }),
    survey ? findBrand(db, survey) : undefined,
  ])
  const language = settings['app.lang']
  const page: PublicPage = {
    site_name: brand?.brand_name || settings['app.site_name'],
    logo_url: brand?.brand_logo_url || settings['app.logo_url'],
    ...(brand?.brand_color && { color: brand.brand_color }),
    language,
    texts: await loadCatalogue(language),
  }
  const time = (at: Date) =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: supportedTimeZone(settings['app.timezone']),
    }).format(at)
  return { page, time }
}

const findBrand = (db: Db, { inbox_id }: SurveyRow) =>
  db
    .selectFrom('inboxes')
    .select(['brand_name', 'brand_logo_url', 'brand_color'])
    .where('id', '=', inbox_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const sendPage = (reply: FastifyReply, page: PublicPage, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', publicPagePolicy(page))
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    // The URL grants the right to answer, so it must not leak as a referrer.
    .header('referrer-policy', 'no-referrer')
    .send(html)
