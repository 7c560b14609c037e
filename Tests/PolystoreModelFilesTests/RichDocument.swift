/// A document with everything that a model can have.
enum RichDocument {
    /// The elements of the model.
    static let elements = """
            <!-- People and what they own -->
            <entity name="Person" representedClassName=".Person" parentEntity="Thing" elementID="Human" syncable="YES" codeGenerationType="class">
                <attribute name="active" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES" syncable="YES"/>
                <attribute name="address" optional="YES" attributeType="Composite" composite="Address" syncable="YES"/>
                <attribute name="born" optional="YES" attributeType="Date" defaultDateTimeInterval="86400" minDateTimeInterval="-1000" usesScalarValueType="NO" syncable="YES"/>
                <attribute name="home" optional="YES" attributeType="URI" defaultValueString="https://example.org/a?b=c&amp;d" syncable="YES"/>
                <attribute name="initials" attributeType="String" minValueString="1" maxValueString="3" defaultValueString="AB" regularExpressionString="[A-Z]+" syncable="YES"/>
                <attribute name="level" attributeType="Integer 16" minValueString="0" maxValueString="9" defaultValueString="0" usesScalarValueType="YES" elementID="rank" syncable="YES"/>
                <attribute name="notes" optional="YES" attributeType="Transformable" valueTransformerName="NoteCoder" customClassName="Note" syncable="YES"/>
                <attribute name="photo" optional="YES" attributeType="Binary" preserveAfterDeletion="YES" allowsExternalBinaryDataStorage="YES" syncable="YES"/>
                <attribute name="searchName" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(initials)" syncable="YES"/>
                <attribute name="thingCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="things.@count" usesScalarValueType="NO" syncable="YES"/>
                <attribute name="shown" optional="YES" transient="YES" syncable="YES"/>
                <attribute name="token" optional="YES" attributeType="UUID" usesScalarValueType="NO" versionHashModifier="2" syncable="YES"/>
                <attribute name="wealth" attributeType="Decimal" defaultValueString="12.50" syncable="YES">
                    <userInfo>
                        <entry key="unit" value="EUR"/>
                        <entry key="lines" value="a&#10;b"/>
                    </userInfo>
                </attribute>
                <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Person" inverseName="friendsOf" inverseEntity="Person" syncable="YES"/>
                <relationship name="friendsOf" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="friends" inverseEntity="Person" syncable="YES"/>
                <relationship name="things" toMany="YES" minCount="1" maxCount="9" deletionRule="Cascade" destinationEntity="Car" inverseName="owner" inverseEntity="Car" syncable="YES"/>
                <fetchedProperty name="namesakes" optional="YES" syncable="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Person" predicateString="ANY friends == $FETCH_SOURCE" fetchLimit="5"/>
                </fetchedProperty>
                <fetchIndex name="byLevel">
                    <fetchIndexElement property="level" type="Binary" order="descending"/>
                    <fetchIndexElement property="initials" type="Binary" order="ascending"/>
                </fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="initials"/>
                        <constraint value="level"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
                <userInfo>
                    <entry key="documentation" value="Somebody &quot;known&quot; &lt;here&gt;"/>
                </userInfo>
            </entity>
            <entity name="Car" representedClassName="Garage.Car" syncable="YES">
                <attribute name="plate" attributeType="String" indexed="YES" syncable="YES"/>
                <attribute name="weight" optional="YES" attributeType="Double" usesScalarValueType="NO" syncable="YES"/>
                <relationship name="owner" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Person" inverseName="things" inverseEntity="Person" syncable="YES"/>
                <compoundIndexes>
                    <compoundIndex>
                        <index value="plate"/>
                        <index value="weight"/>
                    </compoundIndex>
                </compoundIndexes>
            </entity>
            <entity name="Thing" isAbstract="YES" versionHashModifier="3" syncable="YES"/>
            <fetchRequest name="oneByLevel" entity="Person" predicateString="level == $LEVEL AND active == YES" fetchBatchSize="20" includeSubentities="NO"/>
            <configuration name="People" usedWithCloudKit="NO">
                <memberEntity name="Person"/>
                <memberEntity name="Thing"/>
            </configuration>
            <composite name="Address">
                <attribute name="city" optional="YES" attributeType="String" syncable="YES"/>
                <attribute name="number" optional="YES" attributeType="Integer 32" usesScalarValueType="NO" syncable="YES"/>
            </composite>
            <future kind="unknown">with text</future>
            <elements>
                <element name="Person" positionX="0" positionY="0" width="128" height="44"/>
            </elements>
        """
}
