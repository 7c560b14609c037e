import Polystore

final class Song: Media {
    override class var entity: EntityDescription { EntityDescription(Song.self, parent: Media.self) }
}
