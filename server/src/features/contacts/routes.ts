import * as conversations from '@parley/contract/contacts/contact-conversations'
import * as notes from '@parley/contract/contacts/contact-notes'
import * as contract from '@parley/contract/contacts/contacts'
import type { FileStore } from '../../files/file-store.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { blockContact } from './block-contact.ts'
import { addAddress, makeAddressPrimary, removeAddress } from './contact-addresses.ts'
import { createNote, deleteNote, listNotes } from './contact-notes.ts'
import { getContact } from './get-contact.ts'
import { listContactConversations } from './list-contact-conversations.ts'
import { listContacts } from './list-contacts.ts'
import { lockContact } from './lock-contact.ts'
import { mergeContact, previewMerge } from './merge-contact.ts'
import { searchContacts } from './search-contacts.ts'
import { updateContact } from './update-contact.ts'

const contact = versionedResource(
  contract.getContact,
  (tx, { id }) => lockContact(tx, id),
  (tx, { id }) => getContact(tx.db, id),
)

export function contactRoutes(routes: Routes, images: { files: FileStore; sandbox: Sandbox }): void {
  routes.read(contract.listContacts, (db, { actor, query }) => listContacts(db, actor, query))
  routes.read(contract.searchContacts, (db, { query }) => searchContacts(db, query.query))
  routes.read(contract.getContact, (db, { params }) => getContact(db, params.id))
  routes.read(conversations.listContactConversations, (db, { actor, params, query }) =>
    listContactConversations(db, actor, params.id, query),
  )
  routes.act(
    contract.updateContact,
    async (act, { actor, db, params, request }) => {
      await updateContact({ act, actor, ...images }, params.id, request)
      return getContact(db, params.id)
    },
    contact,
  )
  routes.write(
    contract.blockContact,
    async (tx, { params, body }) => {
      await blockContact(tx, params.id, body.enabled)
      return getContact(tx.db, params.id)
    },
    contact,
  )

  routes.write(contract.addContactAddress, async (tx, { params, body }) => {
    await addAddress(tx, params.id, body.address)
    return getContact(tx.db, params.id)
  })
  routes.write(contract.removeContactAddress, async (tx, { params }) => {
    await removeAddress(tx, params.id, params.address)
    return getContact(tx.db, params.id)
  })
  routes.write(contract.makeAddressPrimary, async (tx, { params }) => {
    await makeAddressPrimary(tx, params.id, params.address)
    return getContact(tx.db, params.id)
  })

  routes.read(contract.previewMerge, (db, { actor, params, query }) =>
    previewMerge(db, actor, params.id, query.into_id),
  )
  routes.write(contract.mergeContact, async (tx, { params, body }) => {
    await mergeContact(tx, params.id, body.into_id)
    return getContact(tx.db, body.into_id)
  })

  routes.read(notes.listContactNotes, (db, { params }) => listNotes(db, params.id))
  routes.write(notes.createContactNote, (tx, { params, body }) => createNote(tx, params.id, body.note))
  routes.write(notes.deleteContactNote, (tx, { params }) => done(deleteNote(tx, params.id, params.note_id)))
}
