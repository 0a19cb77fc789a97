import * as contract from '@parley/contract/contacts'
import type { Routes } from '../../http/route.ts'
import { getContact } from './get.ts'
import { listContacts } from './list.ts'
import { searchContacts } from './search.ts'

export function contactRoutes(routes: Routes): void {
  routes.read(contract.listContacts, (db, { query }) => listContacts(db, query))
  routes.read(contract.searchContacts, (db, { query }) => searchContacts(db, query.query))
  routes.read(contract.getContact, (db, { params }) => getContact(db, params.id))
}
