import PolystoreModel

/// A slot of a row that may be changed; the object that it was asked of keeps the row.
@usableFromInline package struct WritablePlace {
    @usableFromInline let row: Unmanaged<MutableRow>
    @usableFromInline let index: Int
}
