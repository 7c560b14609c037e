import Polystore
