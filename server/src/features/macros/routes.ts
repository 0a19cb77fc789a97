import * as contract from '@parley/contract/macros/macros'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { done, type Routes } from '../../http/route.ts'
import { applyMacro } from './apply-macro.ts'
import { getMacro, listMacros, macroEntity } from './macros.ts'
import { createMacro, deleteMacro, updateMacro } from './write-macro.ts'

const macro = macroEntity.versioned(contract.getMacro, (tx, id) => getMacro(tx.db, tx.actor, id))

export function macroRoutes(routes: Routes): void {
  routes.read(contract.listMacros, (db, { actor }) => listMacros(db, actor))
  routes.read(contract.getMacro, (db, { actor, params }) => getMacro(db, actor, params.id))
  routes.write(contract.createMacro, (tx, { body }) => createMacro(tx, body))
  routes.write(contract.updateMacro, (tx, { params, body }) => updateMacro(tx, params.id, body), macro)
  routes.write(contract.deleteMacro, (tx, { params }) => done(deleteMacro(tx, params.id)), macro)
  routes.act(contract.applyMacro, async (act, { actor, params, body, request, reply }) => {
    const result = await act(actor, (tx) =>
      withIdempotencyKey(tx, contract.applyMacro, request, () =>
        applyMacro(tx, params.uuid, params.id, body),
      ),
    )
    // Older clients expect the message beside the envelope, and status 207 (docs/spec/wire.md#answers).
    await reply
      .code(result.failed.length > 0 ? 207 : 200)
      .serializer(JSON.stringify)
      .type('application/json')
      .send({ status: 'success', message: result.message, data: result })
    return result
  })
}
