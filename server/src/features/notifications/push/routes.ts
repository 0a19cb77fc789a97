import * as contract from '@parley/contract/notifications/push'
import type { Clock } from '../../../clock.ts'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'
import { done, type Routes } from '../../../http/route.ts'
import { currentSession } from '../../../identity/sessions/session.ts'
import type { Secrets } from '../../../secrets.ts'
import { readPushKeys } from './push-keys.ts'
import {
  assertPushEndpoint,
  deleteSubscription,
  listSubscriptions,
  saveSubscription,
} from './push-subscriptions.ts'

type Deps = { clock: Clock; secrets: Secrets; network: NetworkAccess }

export function pushRoutes(routes: Routes, { clock, secrets, network }: Deps): void {
  routes.read(contract.getPushKey, async (db) => ({
    public_key: (await readPushKeys(db, secrets, clock.now())).public_key,
  }))
  routes.read(contract.listPushSubscriptions, (db, { actor, request }) =>
    listSubscriptions(db, actor.id, { current: currentSession(request), now: clock.now() }),
  )
  routes.act(contract.createPushSubscription, async (act, { actor, body, request }) => {
    await assertPushEndpoint(body.endpoint, network)
    return act(actor, (tx) =>
      saveSubscription(tx, body, {
        session: currentSession(request),
        user_agent: request.headers['user-agent'] ?? null,
      }),
    )
  })
  routes.write(contract.deletePushSubscription, (tx, { params }) => done(deleteSubscription(tx, params.uuid)))
}
