import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ContactListKey } from '../api/contacts.ts'
import { ContactList } from '../features/contacts/contact-list.tsx'
import { listOf, searchOf } from './contact-search.ts'

/** The list of contacts; its address says what it shows. */
export function ContactsPage() {
  const list = listOf(useSearch({ from: '/main/contacts' }))
  const navigate = useNavigate()
  const choose = (choice: ContactListKey) =>
    void navigate({ to: '/contacts', search: searchOf(choice), replace: choice.page === list.page })
  return <ContactList list={list} onChoose={choose} />
}
