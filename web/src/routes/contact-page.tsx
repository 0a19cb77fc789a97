import { useParams } from '@tanstack/react-router'
import { ContactDetail } from '../features/contacts/contact-detail.tsx'

/** One contact. Another one begins with fresh forms. */
export function ContactPage() {
  const { contactID } = useParams({ from: '/main/contacts/$contactID' })
  return <ContactDetail key={contactID} id={contactID} />
}
