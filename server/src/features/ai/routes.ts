import * as contract from '@parley/contract/ai'
import * as completions from '@parley/contract/ai-completions'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { once } from '../../http/idempotency.ts'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { countTry } from '../auth/rate-limit.ts'
import { type AskLimits, askLimits } from './ask.ts'
import { keyToStore, mustBeReachable } from './check.ts'
import { type AiMeans, begin, type Run } from './complete.ts'
import { setOpenAiKey } from './openai-key.ts'
import { probe } from './probe.ts'
import {
  createPrompt,
  deletePrompt,
  getPrompt,
  listPrompts,
  lockPrompt,
  presentPrompt,
  presentPromptDetail,
  resetPrompt,
  updatePrompt,
} from './prompts.ts'
import {
  createProvider,
  deleteProvider,
  findEnabled,
  getProvider,
  listProviders,
  lockAll,
  presentProvider,
  toggleProvider,
  updateProvider,
} from './providers.ts'
import { redact } from './redact.ts'
import { sendEvents, untilGone } from './stream.ts'
import { prepare } from './tasks.ts'
import { lockBudget, readBudget, readUsage, writeBudget } from './usage.ts'

/** Of one agent: more is no hand at work. */
const perAgent = { tries: 30, window_s: 60 }
/** What older clients wait (api-contract 4.24). */
const wholeAnswer = { first: 9_500, between: 9_500, total: 9_500 }

const provider = versioned(
  contract.getAiProvider,
  // All of them: switching one on switches another off.
  (tx) => lockAll(tx),
  async (tx, { id }) => presentProvider(await getProvider(tx.db, id)),
)
const prompt = versioned(
  contract.getAiPrompt,
  (tx, { id }) => lockPrompt(tx, id),
  async (tx, { id }) => presentPromptDetail(await getPrompt(tx.db, id)),
)
const budget = versioned(
  contract.getAiBudget,
  (tx) => lockBudget(tx),
  (tx) => readBudget(tx.db),
)

export function aiRoutes(routes: Routes, means: AiMeans): void {
  const limits = { ...askLimits, ...means.limits }
  providerRoutes(routes, means, limits)
  promptRoutes(routes)

  routes.read(contract.getAiUsage, (db, { query }) => readUsage(db, means.clock.now(), query.month))
  routes.read(contract.getAiBudget, (db) => readBudget(db))
  routes.write(contract.updateAiBudget, (tx, { body }) => writeBudget(tx, body), budget)

  /** Everything that can be refused, before anything is sent anywhere. */
  async function readyToAsk(
    who: { act: Act; actor: Actor; db: Db },
    body: completions.AiCompletionAsk,
    more: Pick<Run, 'limits' | 'signal'>,
  ) {
    const { act, actor, db } = who
    const provider = await findEnabled(db)
    if (!provider)
      throw new AppError(
        400,
        'InputException',
        'AI assistance is off: the API key is not set. An administrator can set it under Admin → AI',
      )
    const known = [means.secrets.open(provider.api_key)]
    const prepared = await prepare({ db, actor, redact: (text) => redact(text, known) }, body)
    await countTry(db, `ai:${actor.id}`, perAgent, means.clock.now())
    return begin({ act, actor, provider, prepared, means, ...more })
  }

  routes.act(completions.streamCompletion, async (act, { actor, db, body, reply }) => {
    const events = await readyToAsk({ act, actor, db }, body, { limits, signal: untilGone(reply) })
    await sendEvents(reply, events)
    return ''
  })
  routes.act(completions.completeText, async (act, { actor, db, body, reply }) => {
    const ask = { task: 'prompt' as const, ...body }
    const short = { ...wholeAnswer, ...means.limits }
    const events = await readyToAsk({ act, actor, db }, ask, { limits: short, signal: untilGone(reply) })
    for await (const { event, data } of events) {
      if (event === 'done') return data.text
      if (event === 'error')
        throw data.kind === 'key'
          ? new AppError(400, 'InputException', data.message)
          : new AppError(500, 'GeneralException', data.message)
    }
    throw new AppError(500, 'GeneralException', 'Nobody waited for the answer')
  })
}

function providerRoutes(routes: Routes, means: AiMeans, limits: AskLimits): void {
  const { secrets, reach } = means
  routes.read(contract.listAiProviders, async (db) => (await listProviders(db)).map(presentProvider))
  routes.read(contract.getAiProvider, async (db, { params }) =>
    presentProvider(await getProvider(db, params.id)),
  )
  // Names are looked up outside any transaction.
  routes.act(contract.createAiProvider, async (act, { actor, body, request }) => {
    await mustBeReachable(body.base_url, reach)
    const { remove_api_key: _, ...values } = { ...body, api_key: keyToStore(secrets, body, null) }
    return act(actor, (tx) =>
      once(tx, contract.createAiProvider, request, async () =>
        presentProvider(await createProvider(tx, values)),
      ),
    )
  })
  routes.act(
    contract.updateAiProvider,
    async (act, { actor, db, params, body }) => {
      const before = await getProvider(db, params.id)
      // One whose server is gone can still be renamed or switched off.
      if (body.base_url && before.base_url !== body.base_url) await mustBeReachable(body.base_url, reach)
      return presentProvider(await act(actor, (tx) => updateProvider(tx, secrets, params.id, body)))
    },
    provider,
  )
  routes.write(
    contract.toggleAiProvider,
    async (tx, { params }) => presentProvider(await toggleProvider(tx, params.id)),
    provider,
  )
  routes.write(contract.deleteAiProvider, (tx, { params }) => done(deleteProvider(tx, params.id)), provider)
  routes.act(contract.testAiProvider, async (act, { actor, db, body }) => {
    await mustBeReachable(body.base_url, reach)
    const before = body.id === undefined ? null : await getProvider(db, body.id)
    return probe(
      { act, actor, means, limits },
      {
        ...body,
        id: before?.id ?? null,
        name: body.name || before?.name || new URL(body.base_url).host,
        api_key: keyToStore(secrets, body, before),
      },
    )
  })
  routes.write(contract.setAiKey, async (tx, { body }) => {
    if (body.provider !== 'openai')
      throw invalid('provider', `There is no provider "${body.provider}". Use openai`)
    if (body.api_key === '') throw invalid('api_key', 'This cannot be empty')
    await setOpenAiKey(tx, secrets, body.api_key)
    return 'The key of OpenAI is set'
  })
}

function promptRoutes(routes: Routes): void {
  routes.read(contract.listAiPrompts, async (db) => (await listPrompts(db)).map(presentPrompt))
  routes.read(contract.getAiPrompt, async (db, { params }) =>
    presentPromptDetail(await getPrompt(db, params.id)),
  )
  routes.write(contract.createAiPrompt, async (tx, { body }) =>
    presentPromptDetail(await createPrompt(tx, body)),
  )
  routes.write(
    contract.updateAiPrompt,
    async (tx, { params, body }) => presentPromptDetail(await updatePrompt(tx, params.id, body)),
    prompt,
  )
  routes.write(
    contract.resetAiPrompt,
    async (tx, { params }) => presentPromptDetail(await resetPrompt(tx, params.id)),
    prompt,
  )
  routes.write(contract.deleteAiPrompt, (tx, { params }) => done(deletePrompt(tx, params.id)), prompt)
}
