import mark from '../../resources/icon.svg'

/** The mark of the product, of so many pixels; the same drawing as the icon of the program. */
export const Mark = ({ size }: { readonly size: number }) => <img src={mark} alt="" width={size} height={size} />
