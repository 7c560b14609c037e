import Polystore

final class Podcast: Media {
    override class var entity: EntityDescription { EntityDescription(Podcast.self, parent: Media.self) }
}
