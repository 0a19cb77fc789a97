/** Whether it has neither text nor an image. */
export const isBlankHtml = (html: string): boolean =>
  !/<img\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
