import * as completions from '@parley/contract/ai/ai-completions'
import * as contract from '@parley/contract/ai/ai-settings'
import * as usageContract from '@parley/contract/ai/ai-usage'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { countAttempt } from '../../http/count-attempts.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { modelTimeouts } from './completions/ask-model.ts'
import { prepareTask } from './completions/prepare-task.ts'
import { redact } from './completions/redact.ts'
import { type AiDeps, type CompletionRun, startCompletion } from './completions/run-completion.ts'
import { abortOnDisconnect, sendServerSentEvents } from './completions/server-sent-events.ts'
import { listPrompts, presentPrompt, presentPromptDetail, promptEntity } from './prompts/prompts.ts'
import { createPrompt, deletePrompt, resetPrompt, updatePrompt } from './prompts/write-prompt.ts'
import { assertUrlReachable, sealApiKey } from './providers/check-provider.ts'
import { setOpenAiKey } from './providers/openai-key.ts'
import { findEnabledProvider, listProviders, presentProvider, providerEntity } from './providers/providers.ts'
import { testProvider } from './providers/test-provider.ts'
import {
  createProvider,
  deleteProvider,
  lockProviders,
  toggleProvider,
  updateProvider,
} from './providers/write-provider.ts'
import { lockBudget, readBudget, readUsage, writeBudget } from './usage/usage.ts'

/** Per agent; more than anyone would send by hand. */
const perAgentLimit = { tries: 30, window_s: 60 }
/** How long older clients wait (docs/spec/wire.md#ai). */
const legacyTimeouts = { first: 9_500, between: 9_500, total: 9_500 }

const versionedProvider = versionedResource(
  contract.getAiProvider,
  // Locks all providers: enabling one disables another.
  (tx) => lockProviders(tx),
  async (tx, { id }) => presentProvider(await providerEntity.get(tx.db, id)),
)
const versionedPrompt = promptEntity.versioned(contract.getAiPrompt, async (tx, id) =>
  presentPromptDetail(await promptEntity.get(tx.db, id)),
)
const versionedBudget = versionedResource(
  usageContract.getAiBudget,
  (tx) => lockBudget(tx),
  (tx) => readBudget(tx.db),
)

export function aiRoutes(routes: Routes, deps: AiDeps): void {
  providerRoutes(routes, deps)
  promptRoutes(routes)

  routes.read(usageContract.getAiUsage, (db, { query }) => readUsage(db, deps.clock.now(), query.month))
  routes.read(usageContract.getAiBudget, (db) => readBudget(db))
  routes.write(usageContract.updateAiBudget, (tx, { body }) => writeBudget(tx, body), versionedBudget)

  /** Runs all checks before anything is sent to the provider. */
  async function prepareAndStart(
    context: { act: Act; actor: Actor; db: Db },
    body: completions.AiCompletionAsk,
    options: Pick<CompletionRun, 'limits' | 'signal'>,
  ) {
    const { act, actor, db } = context
    const provider = await findEnabledProvider(db)
    if (!provider)
      throw new AppError(
        400,
        'InputException',
        'AI assistance is off because no API key is set. An administrator can set it under Admin → AI',
      )
    const apiKeys = [deps.secrets.open(provider.api_key)]
    const prepared = await prepareTask({ db, actor, redact: (text) => redact(text, apiKeys) }, body)
    await countAttempt(db, `ai:${actor.id}`, perAgentLimit, deps.clock.now())
    return startCompletion({ act, actor, provider, prepared, deps, ...options })
  }

  routes.act(completions.streamCompletion, async (act, { actor, db, body, reply }) => {
    const events = await prepareAndStart({ act, actor, db }, body, {
      limits: { ...modelTimeouts, ...deps.limits },
      signal: abortOnDisconnect(reply),
    })
    await sendServerSentEvents(reply, events)
    return ''
  })
  routes.act(completions.completeText, async (act, { actor, db, body, reply }) => {
    const ask = { task: 'prompt' as const, ...body }
    const events = await prepareAndStart({ act, actor, db }, ask, {
      limits: { ...legacyTimeouts, ...deps.limits },
      signal: abortOnDisconnect(reply),
    })
    for await (const { event, data } of events) {
      if (event === 'done') return data.text
      if (event === 'error')
        throw data.kind === 'key'
          ? new AppError(400, 'InputException', data.message)
          : new AppError(500, 'GeneralException', data.message)
    }
    throw new AppError(500, 'GeneralException', 'The request was cancelled')
  })
}

function providerRoutes(routes: Routes, means: AiDeps): void {
  const { secrets, network } = means
  routes.read(contract.listAiProviders, async (db) => (await listProviders(db)).map(presentProvider))
  routes.read(contract.getAiProvider, async (db, { params }) =>
    presentProvider(await providerEntity.get(db, params.id)),
  )
  // DNS lookups happen outside the transaction.
  routes.act(contract.createAiProvider, async (act, { actor, body, request }) => {
    await assertUrlReachable(body.base_url, network)
    const { remove_api_key: _, ...values } = { ...body, api_key: sealApiKey(secrets, body, null) }
    return act(actor, (tx) =>
      withIdempotencyKey(tx, contract.createAiProvider, request, async () =>
        presentProvider(await createProvider(tx, values)),
      ),
    )
  })
  routes.act(
    contract.updateAiProvider,
    async (act, { actor, db, params, body }) => {
      const before = await providerEntity.get(db, params.id)
      // A provider whose server is gone can still be renamed or disabled.
      if (body.base_url && before.base_url !== body.base_url) await assertUrlReachable(body.base_url, network)
      return presentProvider(await act(actor, (tx) => updateProvider(tx, secrets, params.id, body)))
    },
    versionedProvider,
  )
  routes.write(
    contract.toggleAiProvider,
    async (tx, { params }) => presentProvider(await toggleProvider(tx, params.id)),
    versionedProvider,
  )
  routes.write(
    contract.deleteAiProvider,
    (tx, { params }) => done(deleteProvider(tx, params.id)),
    versionedProvider,
  )
  routes.act(contract.testAiProvider, async (act, { actor, db, body }) => {
    await assertUrlReachable(body.base_url, network)
    const before = body.id === undefined ? null : await providerEntity.get(db, body.id)
    return testProvider(
      { act, actor, means, limits: { ...modelTimeouts, ...means.limits } },
      {
        ...body,
        id: before?.id ?? null,
        name: body.name || before?.name || new URL(body.base_url).host,
        api_key: sealApiKey(secrets, body, before),
      },
    )
  })
  routes.write(contract.setAiKey, async (tx, { body }) => {
    if (body.provider !== 'openai')
      throw invalid('provider', `There is no provider "${body.provider}". Use openai`)
    if (body.api_key === '') throw invalid('api_key', 'This cannot be empty')
    await setOpenAiKey(tx, secrets, body.api_key)
    return 'The OpenAI key was saved'
  })
}

function promptRoutes(routes: Routes): void {
  routes.read(contract.listAiPrompts, async (db) => (await listPrompts(db)).map(presentPrompt))
  routes.read(contract.getAiPrompt, async (db, { params }) =>
    presentPromptDetail(await promptEntity.get(db, params.id)),
  )
  routes.write(contract.createAiPrompt, async (tx, { body }) =>
    presentPromptDetail(await createPrompt(tx, body)),
  )
  routes.write(
    contract.updateAiPrompt,
    async (tx, { params, body }) => presentPromptDetail(await updatePrompt(tx, params.id, body)),
    versionedPrompt,
  )
  routes.write(
    contract.resetAiPrompt,
    async (tx, { params }) => presentPromptDetail(await resetPrompt(tx, params.id)),
    versionedPrompt,
  )
  routes.write(
    contract.deleteAiPrompt,
    (tx, { params }) => done(deletePrompt(tx, params.id)),
    versionedPrompt,
  )
}
