import * as contract from '@parley/contract/templates/templates'
import type { FileStore } from '../../files/file-store.ts'
import { done, type Routes } from '../../http/route.ts'
import { previewTemplate } from './preview-template.ts'
import { listTemplates, presentListedTemplate, presentTemplate, templateEntity } from './templates.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './write-template.ts'

const template = templateEntity.versioned(contract.getTemplate, async (tx, id) =>
  presentTemplate(await templateEntity.get(tx.db, id)),
)

export function templateRoutes(
  routes: Routes,
  { root_url, now, files }: { root_url: string; now: () => Date; files: FileStore },
): void {
  routes.read(contract.listTemplates, async (db, { query }) =>
    (await listTemplates(db, query.type)).map(presentListedTemplate),
  )
  routes.read(contract.getTemplate, async (db, { params }) =>
    presentTemplate(await templateEntity.get(db, params.id)),
  )
  routes.write(contract.createTemplate, async (tx, { body }) =>
    presentTemplate(await createTemplate(tx, body)),
  )
  routes.write(
    contract.updateTemplate,
    async (tx, { params, body }) => presentTemplate(await updateTemplate(tx, params.id, body)),
    template,
  )
  routes.write(contract.deleteTemplate, (tx, { params }) => done(deleteTemplate(tx, params.id)), template)
  routes.read(contract.previewTemplate, (db, { actor, body }) =>
    previewTemplate(db, actor, body, { root_url, now: now(), files }),
  )
}
