import { addAddress } from '../../features/contacts/contact-addresses.ts'
import { createNote } from '../../features/contacts/contact-notes.ts'
import { changeContact } from '../../features/contacts/update-contact.ts'
import type { ProcessingDeps } from '../../features/email/filing/process-delivery.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import { type ContactKey, contacts, profiles } from './sample-data.ts'
import type { SampleWorkspace } from './sample-workspace.ts'

/** Adds contact details and notes from agents: phone numbers, additional addresses, notes. */
export async function completeProfiles(
  { db, act, system }: ProcessingDeps,
  workspace: SampleWorkspace,
): Promise<void> {
  // Object.entries widens the key type.
  for (const [key, profile] of Object.entries(profiles) as [ContactKey, (typeof profiles)[ContactKey]][]) {
    const [first_name, last_name, email] = contacts[key]
    const contact = await db.selectFrom('contacts').select('id').where('email', '=', email).executeTakeFirst()
    if (!contact || !profile) continue
    const [country = null, number = null] = profile.phone ?? []
    await act(system, (tx) =>
      changeContact(
        tx,
        contact.id,
        { first_name, last_name, email, phone_number: number, phone_number_country_code: country },
        { picture: null, keep: true },
      ),
    )
    const { other_address } = profile
    if (other_address) await act(system, (tx) => addAddress(tx, contact.id, other_address))
    for (const [agent, note] of profile.notes ?? []) {
      const author = await findActorByAgentId(db, workspace.agents[agent])
      if (author) await act(author, (tx) => createNote(tx, contact.id, note))
    }
  }
}
