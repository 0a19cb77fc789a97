import * as contract from '@parley/contract/templates/templates'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { previewTemplate } from './preview-template.ts'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  lockTemplate,
  presentTemplate,
  updateTemplate,
} from './templates.ts'

const versionedTemplate = versionedResource(
  contract.getTemplate,
  (tx, { id }) => lockTemplate(tx, id),
  async (tx, { id }) => presentTemplate(await getTemplate(tx.db, id)),
)

export function templateRoutes(
  routes: Routes,
  { root_url, now }: { root_url: string; now: () => Date },
): void {
  routes.read(contract.listTemplates, async (db, { query }) =>
    (await listTemplates(db, query.type)).map(presentTemplate),
  )
  routes.read(contract.getTemplate, async (db, { params }) =>
    presentTemplate(await getTemplate(db, params.id)),
  )
  routes.write(contract.createTemplate, async (tx, { body }) =>
    presentTemplate(await createTemplate(tx, body)),
  )
  routes.write(
    contract.updateTemplate,
    async (tx, { params, body }) => presentTemplate(await updateTemplate(tx, params.id, body)),
    versionedTemplate,
  )
  routes.write(
    contract.deleteTemplate,
    (tx, { params }) => done(deleteTemplate(tx, params.id)),
    versionedTemplate,
  )
  routes.read(contract.previewTemplate, (db, { actor, body }) =>
    previewTemplate(db, actor, body, { root_url, now: now() }),
  )
}
