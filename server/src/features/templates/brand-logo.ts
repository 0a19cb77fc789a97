import { brandLogoUrl, type TemplateValues } from '@parley/contract/templates/template-variables'
import { parseUploadUuid } from '@parley/mail/compose/outgoing-html'
import type { Db } from '../../db/pool.ts'
import { findPicture } from '../media/brand-picture.ts'
import type { MediaRow } from '../media/store-media.ts'

/**
 * The picture that `{{ brand.logo }}` stands for in this HTML, and its URL there. Null if the HTML doesn't show it or it is on another
 * site. Emails and previews include it: many readers of email load nothing from the web, and not every server can be reached from there.
 */
export async function findShownLogo(
  db: Db,
  html: string,
  values: TemplateValues,
): Promise<{ url: string; picture: MediaRow } | null> {
  const url = brandLogoUrl(values)
  if (url === '' || !html.includes(url)) return null
  const uuid = parseUploadUuid(url, values.workspace?.root_url ?? '')
  const picture = uuid === null ? undefined : await findPicture(db, uuid)
  return picture ? { url, picture } : null
}
