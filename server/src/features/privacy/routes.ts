import { finished } from 'node:stream/promises'
import * as contract from '@parley/contract/privacy/privacy'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { BackupSettings } from '../../backup/backup-settings.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { FileArea, FileStore } from '../../files/file-store.ts'
import { done, type Routes } from '../../http/route.ts'
import { assertConfirmedRecently } from '../../identity/sign-in-authority.ts'
import type { Secrets } from '../../secrets.ts'
import { getErasureReport } from './erasure/erasure-report.ts'
import { listErasures, presentErasures, readErasureList } from './erasure/present-erasure.ts'
import { previewErasure } from './erasure/preview-erasure.ts'
import { requestErasure } from './erasure/start-erasure.ts'
import { listContactExports, openExport, requestExport } from './export/contact-exports.ts'

type Deps = {
  secrets: Secrets
  clock: Clock
  files: Record<FileArea, FileStore>
  backups: BackupSettings
}

export function privacyRoutes(routes: Routes, { secrets, clock, files, backups }: Deps): void {
  const context = (db: Db) => ({ db, backups, now: clock.now() })
  routes.read(contract.previewErasure, (db, { params }) => previewErasure(db, params.id))
  routes.write(contract.eraseContact, async (tx, { params, body }) => {
    assertConfirmedRecently(tx.actor, tx.now)
    const row = await requestErasure(tx, secrets, params.id, body.confirmation)
    const [erasure] = await presentErasures(context(tx.db), [row])
    if (!erasure) throw new Error('presentErasures presents every row')
    return erasure
  })
  routes.read(contract.listErasures, (db) => listErasures(context(db)))
  routes.read(contract.downloadErasureReport, (db, { params, reply }) =>
    done(
      getErasureReport(context(db), params.id).then((report) =>
        sendFile(reply, report, { name: `erasure-${params.id}.txt`, type: 'text/plain; charset=utf-8' }),
      ),
    ),
  )
  routes.read(contract.downloadErasureList, (db, { reply }) =>
    done(
      readErasureList(db, clock.now()).then((list) =>
        sendFile(reply, `${JSON.stringify(list, null, 2)}\n`, {
          name: 'parley-erasures.json',
          type: 'application/octet-stream',
        }),
      ),
    ),
  )
  routes.write(contract.exportContact, (tx, { params }) => {
    assertConfirmedRecently(tx.actor, tx.now)
    return requestExport(tx, params.id)
  })
  routes.read(contract.listContactExports, (db) => listContactExports(db))
  routes.act(contract.downloadContactExport, (act, { actor, params, reply }) =>
    done(
      openExport({ act, files }, actor, params.id).then(({ stream, size }) => {
        const sent = finished(reply.raw)
        reply
          .header('content-type', 'application/zip')
          .header('content-disposition', createDisposition(`contact-export-${params.id}.zip`))
          .header('content-length', size)
          .header('cache-control', 'no-store')
          .send(stream)
        // The browser may cancel the download.
        return sent.catch(() => {})
      }),
    ),
  )
}

const sendFile = (reply: FastifyReply, text: string, { name, type }: { name: string; type: string }) => {
  reply
    .header('content-type', type)
    .header('content-disposition', createDisposition(name))
    .header('cache-control', 'no-store')
    .send(Buffer.from(text))
}
