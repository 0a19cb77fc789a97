import type { Media } from '@parley/contract/messages/media'
import type { DraftFile } from '../../lib/drafts.ts'

/** The part of an upload that a draft stores. */
export const toDraftFile = ({ id, uuid, filename, size, content_type }: Media): DraftFile => ({
  id,
  uuid,
  filename,
  size,
  content_type,
})
