/** The path of an attachment in the zip file. Names come from emails, so nothing but a plain name is kept. */
export const fileEntryName = ({ uuid, filename }: { uuid: string; filename: string }): string =>
  `files/${uuid}/${plainName(filename)}`

const plainName = (name: string) =>
  name
    .normalize()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|%#]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 150) || 'file'
