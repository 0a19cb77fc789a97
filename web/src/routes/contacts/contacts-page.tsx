import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ContactListKey } from '../../api/contact-queries.ts'
import { ContactList } from '../../features/contacts/list/contact-list.tsx'
import { toContactListKey, toContactSearch } from './contact-search.ts'

/** The contact list. Its state is in the URL. */
export function ContactsPage() {
  const list = toContactListKey(useSearch({ from: '/main/contacts' }))
  const navigate = useNavigate()
  const choose = (choice: ContactListKey) =>
    void navigate({ to: '/contacts', search: toContactSearch(choice), replace: choice.page === list.page })
  return <ContactList list={list} onChange={choose} />
}
