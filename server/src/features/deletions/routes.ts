import * as contract from '@parley/contract/shared/deletion-previews'
import type { Routes } from '../../http/route.ts'
import {
  previewAgent,
  previewBusinessHours,
  previewCustomAttribute,
  previewDisabling,
  previewInbox,
  previewRole,
  previewSlaPolicy,
  previewStatus,
  previewTag,
  previewTeam,
  previewTemplate,
} from './preview-deletion.ts'

/** Deletion previews. Anyone who adds a record type that others refer to adds its preview here. */
export function deletionRoutes(routes: Routes): void {
  routes.read(contract.previewAgentDeletion, (db, { actor, params }) => previewAgent(db, actor, params.id))
  routes.read(contract.previewAgentDisabling, (db, { actor, params }) =>
    previewDisabling(db, actor, params.id),
  )
  routes.read(contract.previewTeamDeletion, (db, { params }) => previewTeam(db, params.id))
  routes.read(contract.previewRoleDeletion, (db, { params }) => previewRole(db, params.id))
  routes.read(contract.previewTemplateDeletion, (db, { params }) => previewTemplate(db, params.id))
  routes.read(contract.previewInboxDeletion, (db, { params }) => previewInbox(db, params.id))
  routes.read(contract.previewStatusDeletion, (db, { params }) => previewStatus(db, params.id))
  routes.read(contract.previewTagDeletion, (db, { params }) => previewTag(db, params.id))
  routes.read(contract.previewBusinessHoursDeletion, (db, { params }) => previewBusinessHours(db, params.id))
  routes.read(contract.previewCustomAttributeDeletion, (db, { params }) =>
    previewCustomAttribute(db, params.id),
  )
  routes.read(contract.previewSlaPolicyDeletion, (db, { params }) => previewSlaPolicy(db, params.id))
}
